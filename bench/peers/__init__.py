"""What the service is compared with: the least that each framework can answer."""
