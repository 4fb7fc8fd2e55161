// Apart from the rules: every screen loads the codes, only those about categories the rules.
export const CATEGORY_REFUSALS = [
  'CATEGORY_NAME_REQUIRED',
  'CATEGORY_NAME_TOO_LONG',
  'CATEGORY_CODE_INVALID',
  'CATEGORY_CODE_REGISTERED',
  'CATEGORY_DESCRIPTION_TOO_LONG',
] as const
export type CategoryRefusal = (typeof CATEGORY_REFUSALS)[number]
