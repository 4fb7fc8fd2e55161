const DISABLED_CODES: ReadonlySet<string> = new Set(['USER_DISABLED', 'COMPANY_DISABLED'])

/** Whether the server refuses a person for being disabled, or their company (spec §4: can do nothing any more). */
export function isDisabledCode(code: string | undefined): boolean {
  return code !== undefined && DISABLED_CODES.has(code)
}
