"""Pages of the analysis."""

from django.urls import path

from analytics import pages

urlpatterns = [path("employee-analytics", pages.employee_analytics, name="employee-analytics")]
