import { useLingui } from '@lingui/react/macro'
import type { BookProblem } from '#domain/accounting/book-problem.ts'

/** Why a receipt needs the owner, and what to do, in our words. */
export function useProblemText(): (problem: BookProblem) => string {
  const { t } = useLingui()
  return (problem) => {
    switch (problem) {
      case 'total':
        return t`The total or the tax in the books differs from the receipt. Correct it there, then send again.`
      case 'period':
        return t`The period is closed in the books. Open it there, then send again.`
      case 'read-only':
        return t`The subscription of the accounting app has ended. Renew it, then send again.`
      case 'changed':
        return t`Another document in the books has this number. Check it there.`
      case 'mapping':
        return t`A choice is missing, is gone or has another tax rate. Save the right choices: then it is sent.`
      case 'permission':
        return t`The connection may not attach files. Disconnect, connect again, then send again.`
      case 'contact':
        return t`The customer of this invoice is archived in the accounting app. Restore the customer there, then send again.`
      case 'voided':
        return t`The invoice was voided or deleted in the accounting app. If that is right, leave it out. To write it there once more, send again. In QuickBooks, delete the voided one first.`
      case 'payment':
        return t`A payment of this invoice is in the accounting app, but it does not pay this invoice. Open it there and choose this invoice, or delete it there. Then send again.`
      case 'unknown':
        return t`The service did not answer for a day. Send again: we look first whether it is there.`
      case 'refused':
        return t`The service rejected it. Correct the cause, then send again.`
    }
  }
}
