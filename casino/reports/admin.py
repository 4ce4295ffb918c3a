from compliance.admin import look_at

look_at("reports")
