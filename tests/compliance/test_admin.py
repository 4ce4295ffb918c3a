"""Django's admin: for the installation's owner, read-only, and without secrets."""

import pytest
from django.contrib import admin
from django.test import Client

from compliance.models import Staff
from tests.floor import PASSWORD, Floor

pytestmark = pytest.mark.django_db


@pytest.fixture
def owner() -> Client:
    client = Client()
    client.force_login(Staff.objects.create_superuser("OWNER", PASSWORD, name="Owner"))
    return client


@pytest.mark.parametrize(
    "query",
    [
        "staff/?pin__startswith=argon2",
        "staff/?password=x",
        "staff/?pin_set_by__pin__startswith=a",
        "posting/?staff__pin__startswith=a",
        "posting/?staff__password__regex=a",
        "key/?digest__startswith=a",
        "keygrant/?key__digest__gt=a",
        "entry/?actor__pin__gt=a",
    ],
)
def test_no_list_is_filtered_by_a_hash(owner: Client, query: str) -> None:
    assert owner.get(f"/admin/compliance/{query}").status_code == 400


def test_other_filters_of_lists_work(owner: Client) -> None:
    floor = Floor("md")

    response = owner.get(f"/admin/compliance/staff/?facility={floor.facility.pk}&is_active=1")

    assert response.status_code == 200


def test_every_model_in_the_admin_is_read_only(owner: Client) -> None:
    request = owner.get("/admin/").wsgi_request

    assert len(admin.site._registry) > 20
    assert [
        model
        for model, shown in admin.site._registry.items()
        if shown.has_add_permission(request)
        or shown.has_change_permission(request)
        or shown.has_delete_permission(request)
    ] == []
    assert owner.get("/admin/auth/group/add/").status_code == 404


@pytest.mark.parametrize("path", ["/admin/", "/admin/compliance/staff/", "/admin/login/?next=/admin/"])
def test_staff_are_refused_without_a_redirect_loop(client: Client, path: str) -> None:
    floor = Floor("md")
    client.force_login(floor.administrator)

    assert client.get(path, follow=True).status_code == 403


def test_a_stranger_signs_in_first_and_the_owner_gets_in(client: Client, owner: Client) -> None:
    assert client.get("/admin/", follow=True).redirect_chain[-1][0] == "/sign-in/?next=/admin/"
    assert owner.get("/admin/").status_code == 200
