/** The address by which the console was opened; the router leaves out of the address what no page takes. */
export const openedAddress = { path: location.pathname, search: location.search };
