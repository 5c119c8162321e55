"""What was measured, and what is asked of it: measures, measurements, indices, studies."""
