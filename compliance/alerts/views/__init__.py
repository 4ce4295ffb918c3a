"""Pages of alerts: the inbox of a facility, one alert, and the bell that every page asks for."""
