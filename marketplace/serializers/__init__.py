"""What of the marketplace integration is read and written over the API, under the API's field names."""
