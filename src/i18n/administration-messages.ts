import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { AdministrationCode } from '#contract/administration-codes.ts'

/** One sentence for each code of administration and self-service; texts that the specification quotes (§8) as there. */
export const ADMINISTRATION_MESSAGES: Readonly<Record<AdministrationCode, MessageDescriptor>> = {
  ACCOUNT_EMAIL_REGISTERED: msg`The email is already registered!`,
}
