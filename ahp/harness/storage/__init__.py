"""What lies beneath the database: a plain folder, or a file system that is made for the trial."""
