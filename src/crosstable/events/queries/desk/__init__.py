"""What organisers and screens show: the control room, entering results, the boards and the plan of the evening."""
