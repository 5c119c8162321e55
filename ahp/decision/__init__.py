"""What follows from the measurements: rankings by benefit, by cost and by benefit to cost."""
