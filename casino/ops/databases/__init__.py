"""Django's database backends with our additions. Settings name them as ENGINE."""
