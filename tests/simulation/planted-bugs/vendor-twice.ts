import type { listVendorsByNumbers as list } from '#server/storage/catalogue/vendors.ts'

/** Planted: a vendor that another phone entered is entered again. */
export const listVendorsByNumbers: typeof list = async () => []
