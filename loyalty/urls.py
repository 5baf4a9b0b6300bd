"""Pages of loyalty."""

from django.urls import path

from loyalty import pages

urlpatterns = [
    path("loyalty-points", pages.loyalty_points, name="loyalty-points"),
    path("admin-loyalty-points", pages.admin_loyalty_points, name="admin-loyalty-points"),
]
