// Apart from the rules: every screen loads the codes, only those about vendors the rules.
export const VENDOR_FORM_REFUSALS = [
  'VENDOR_NAME_REQUIRED',
  'VENDOR_ADDRESS_TOO_LONG',
  'VENDOR_MERGED',
] as const
export type VendorFormRefusal = (typeof VENDOR_FORM_REFUSALS)[number]
