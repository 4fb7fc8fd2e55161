/** Refusals of the screen that connects accounting services. */
export const ACCOUNTING_REFUSALS = [
  'ACC_DENIED',
  'ACC_STATE',
  'ACC_RECONNECT',
  'ACC_TAKEN',
  'ACC_CURRENCY',
  'ACC_OTHER_ORGANIZATION',
  'ACC_MAPPING',
  'ACC_TOTALS_DIFFER',
] as const
