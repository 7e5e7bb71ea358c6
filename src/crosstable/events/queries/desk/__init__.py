"""What organisers and displays show: the control room, result entry, the boards and the schedule."""
