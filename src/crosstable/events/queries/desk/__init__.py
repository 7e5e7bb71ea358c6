"""What organisers and screens show."""
