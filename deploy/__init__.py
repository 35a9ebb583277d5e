"""What surrounds the service where it runs; the scripts here check and list what it is made of."""
