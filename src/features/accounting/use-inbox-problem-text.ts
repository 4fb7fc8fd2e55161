import { useLingui } from '@lingui/react/macro'
import type { InboxProblem } from '#domain/accounting/inbox-problem.ts'

/** Why an invoice of the books needs the owner, and what to do, in our words. */
export function useInboxProblemText(): (problem: InboxProblem) => string {
  const { t } = useLingui()
  return (problem) => {
    switch (problem) {
      case 'tax':
        return t`A line has a tax that is not among your choices, or stands for two kinds. Change it there, or the choices here.`
      case 'currency':
        return t`It is not in Tanzanian shillings. Write the invoice here yourself.`
      case 'negative':
        return t`It has a line or a discount below zero, which a receipt cannot have. Put the discount into the prices there.`
      case 'total':
        return t`Its lines do not add up to its total. Correct it there.`
      case 'discount':
        return t`The discount over the whole invoice is taken off after the tax, so its tax is not that of a receipt. Take it off before the tax there, or put it into the prices.`
      case 'edited':
        return t`It was changed there, and its draft here. Take again to replace the draft, or leave it out to keep it.`
      case 'changed':
        return t`It was changed there after you submitted it. The receipt stays as it is: refund or cancel here if the sale changed.`
      case 'voided':
        return t`It was voided there. Cancel it here too if the sale did not happen.`
      case 'refused':
        return t`It could not be taken. Correct the cause, then take it again.`
    }
  }
}
