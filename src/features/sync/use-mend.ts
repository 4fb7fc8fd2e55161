import { useLingui } from '@lingui/react/macro'
import { useNavigate } from '@tanstack/react-router'
import { updateFile } from '#data/files.ts'
import type { OutboxEntry } from '#data/rows.ts'
import { errorMessage } from '#i18n/error-messages.ts'
import { useSay } from '#i18n/use-say.ts'
import { repairInvoice, takeBack } from '#sync/commands/invoices.ts'
import type { Kept } from '#sync/commands/outcome.ts'
import { discardWork, keepAsNewDraft, sendAgain } from '#sync/commands/stuck-work.ts'
import { fileOfLane } from '#sync/outbox/entry.ts'
import { useToasts } from '#ui/toast/toast-store.ts'
import { useWorkplace } from '../workplace.ts'
import { useSyncPlace } from './sync-place.ts'

/** The deeds that mend, each telling how it went. */
export function useMend() {
  const { t } = useLingui()
  const say = useSay()
  const navigate = useNavigate()
  const { leave } = useSyncPlace()
  const toast = useToasts((state) => state.show)
  const { account, commands, checkNow } = useWorkplace()
  const tell = (kept: Kept<unknown>, done: string): boolean => {
    if (kept.kind === 'kept') {
      toast({ tone: 'good', text: done })
      return true
    }
    const code = kept.kind === 'not-kept' ? kept.code : kept.refusals[0]?.code
    toast({ tone: 'bad', text: say(errorMessage(code ?? 'UNEXPECTED')) })
    return false
  }
  return {
    sendAgain: async (opId: string) => tell(await sendAgain(account, commands, { opId }), t`Sending again`),
    discard: async (opId: string) =>
      tell(await discardWork(account, commands, { opId }), t`Changes discarded`),
    keepBoth: async (opId: string) => {
      const kept = await keepAsNewDraft(account, commands, { opId })
      if (tell(kept, t`Saved as a new draft`) && kept.kind === 'kept') {
        leave()
        await navigate({ to: `/edit-invoice/${kept.value.id}` })
      }
    },
    takeBack: async (invoiceId: string) =>
      tell(await takeBack(account, commands, { invoiceId }), t`It is a draft again`),
    repair: async (invoiceId: string) =>
      tell(await repairInvoice(account, commands, { invoiceId }), t`Repair saved. Sending it to TRA`),
    sendAnyway: async ({ lane }: Pick<OutboxEntry, 'lane'>) => {
      await updateFile(account.db, fileOfLane(lane)?.sha256 ?? '', { sendAnyway: true })
      commands.kick('person')
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
