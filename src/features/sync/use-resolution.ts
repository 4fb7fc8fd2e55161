import { useLingui } from '@lingui/react/macro'
import { useNavigate } from '@tanstack/react-router'
import { useAppContext } from '#app-context/app-context.ts'
import { repairInvoice, takeBack } from '#commands/invoices.ts'
import { discardWork, keepAsNewDraft, sendAgain } from '#commands/stuck-work.ts'
import { updateFile } from '#data/files.ts'
import { fileOfOrderingKey } from '#data/outbox-entry.ts'
import type { OutboxEntry } from '#data/rows.ts'
import { errorMessage } from '#i18n/error-messages.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import type { CommandResult } from '#sync/outbox/command-result.ts'
import { useToasts } from '#ui/toast/toast-store.ts'
import { useSyncContainer } from './sync-container.ts'

/** The actions that resolve a refusal, each with a message about its result. */
export function useResolution() {
  const { t } = useLingui()
  const translate = useTranslate()
  const navigate = useNavigate()
  const { close: closeContainer } = useSyncContainer()
  const toast = useToasts((state) => state.show)
  const { account, commands, checkNow } = useAppContext()
  const notifyResult = (kept: CommandResult<unknown>, done: string): boolean => {
    if (kept.ok) {
      toast({ tone: 'good', text: done })
      return true
    }
    const code = kept.refusals[0]?.code
    toast({ tone: 'bad', code: code ?? 'UNEXPECTED', text: translate(errorMessage(code ?? 'UNEXPECTED')) })
    return false
  }
  return {
    sendAgain: async (opId: string) =>
      notifyResult(await sendAgain(account, commands, { opId }), t`Sending again`),
    discard: async (opId: string) =>
      notifyResult(await discardWork(account, commands, { opId }), t`Changes discarded`),
    keepBoth: async (opId: string) => {
      const result = await keepAsNewDraft(account, commands, { opId })
      if (notifyResult(result, t`Saved as a new draft`) && result.ok) {
        closeContainer()
        await navigate({ to: `/edit-invoice/${result.value.id}` })
      }
    },
    takeBack: async (invoiceId: string) =>
      notifyResult(await takeBack(account, commands, { invoiceId }), t`It is a draft again`),
    repair: async (invoiceId: string) =>
      notifyResult(await repairInvoice(account, commands, { invoiceId }), t`Repair saved. Sending it to TRA`),
    sendAnyway: async ({ lane }: Pick<OutboxEntry, 'lane'>) => {
      await updateFile(account.db, fileOfOrderingKey(lane)?.sha256 ?? '', { sendAnyway: true })
      commands.requestSync('person')
    },
    check: async (opId: string) => {
      const answer = await checkNow(opId).catch(() => ({ kind: 'no-answer' as const }))
      if (answer.kind === 'no-answer') {
        toast({ tone: 'bad', text: t`The server did not answer. Nothing is lost.` })
      } else if (answer.known > 0) toast({ tone: 'good', text: t`It reached the server.` })
      else toast({ tone: 'good', text: t`Not on the server yet. It will be sent automatically.` })
    },
  }
}
