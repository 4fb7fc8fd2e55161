import * as v from 'valibot'
import { webAddress } from './config-values.ts'

/** The variable of sandboxes, for the schema of the whole environment. */
export const sandboxVariables = {
  SANDBOX_TRA_URL: v.optional(
    webAddress('SANDBOX_TRA_URL', 'the address of a simulator, such as http://10.0.0.6:4001'),
  ),
}

/** What is wrong: the sandbox must never be at the authority whose receipts count. */
export function findUnsafeSandbox(settings: {
  readonly SANDBOX_TRA_URL?: string | undefined
  readonly TRA_BASE_URL?: string | undefined
}): string[] {
  const { SANDBOX_TRA_URL: sandbox, TRA_BASE_URL: tra } = settings
  if (sandbox === undefined || tra === undefined) return []
  return new URL(sandbox).host === new URL(tra).host
    ? ['SANDBOX_TRA_URL is the address of TRA_BASE_URL: a sandbox is registered at a simulator only']
    : []
}
