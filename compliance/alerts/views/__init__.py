"""Pages of alerts: the inbox of a facility, one alert, and the bell on every page."""
