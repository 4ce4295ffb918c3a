"""Django's own databases, with what a floor asks of them beyond that. Settings name them as ENGINE."""
