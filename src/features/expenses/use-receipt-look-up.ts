import { useEffect, useEffectEvent, useState } from 'react'
import { useAppContext } from '#app-context/app-context.ts'
import type { EndpointAnswer } from '#contract/endpoints.ts'
import type { AuthorityReceipt } from '#domain/expenses/authority-receipt.ts'
import type { QuickExpenseForm } from '#domain/expenses/quick-expense-form.ts'
import { canBeLookedUp, readReceiptCode } from '#domain/expenses/receipt-code.ts'
import { useOnline } from '#ui/use-online.ts'

/** The state of the question about a receipt. */
export type LookUp =
  | { readonly kind: 'none' | 'asking' | 'not-found' | 'later' }
  | { readonly kind: 'found'; readonly receipt: AuthorityReceipt }

const RETRY_MS = 15_000

/** What is looked up: a code of the authority and the time of the receipt. */
function lookUpKeyOf({ receiptCode, receiptTime }: QuickExpenseForm, simulated: boolean) {
  const code = readReceiptCode(receiptCode, simulated)?.code ?? ''
  return canBeLookedUp({ code, time: receiptTime }) ? `${code} ${receiptTime}` : ''
}

type Answer = EndpointAnswer<'expenses.look-up'>
type Settled = { readonly key: string; readonly answer: Answer | 'later' }

/**
 * Asks the authority for the receipt in a form, through our server, once for each code. Without a connection, or
 * while the authority's page does not answer, it asks again when the connection returns and at intervals; the form
 * does not wait for it.
 */
export function useReceiptLookUp(
  form: QuickExpenseForm,
  onFound: (receipt: AuthorityReceipt) => void,
): { readonly lookUp: LookUp; readonly registeredAs: string | null } {
  const { call, session } = useAppContext()
  const online = useOnline()
  const [settled, setSettled] = useState<Settled>()
  const [attempt, setAttempt] = useState(0)
  const key = lookUpKeyOf(form, session.simulated)
  const known = settled?.key === key ? settled.answer : undefined
  const answered = known !== undefined && known !== 'later' && known.outcome !== 'unavailable'
  const notifyFound = useEffectEvent(onFound)
  useEffect(() => {
    if (key === '' || answered || !online) return undefined
    const controller = new AbortController()
    let retryTimer: ReturnType<typeof setTimeout> | undefined
    const [code = '', time = ''] = key.split(' ')
    // A dependency of the effect, so that the next attempt asks again.
    const asking = call('expenses.look-up', { code, time }, { signal: controller.signal })
    void asking.then((outcome) => {
      if (controller.signal.aborted) return
      const answer = outcome.kind === 'answered' ? outcome.value : 'later'
      setSettled({ key, answer })
      if (answer === 'later' || answer.outcome === 'unavailable') {
        retryTimer = setTimeout(() => setAttempt(attempt + 1), RETRY_MS)
      } else if (answer.receipt) notifyFound(answer.receipt)
    })
    return () => {
      controller.abort()
      clearTimeout(retryTimer)
    }
  }, [key, answered, online, call, attempt])
  const registeredAs = known === undefined || known === 'later' ? null : known.registeredAs
  return { lookUp: lookUpOf(key, known, online), registeredAs }
}

function lookUpOf(key: string, known: Answer | 'later' | undefined, online: boolean): LookUp {
  if (key === '') return { kind: 'none' }
  if (known === undefined) return { kind: online ? 'asking' : 'later' }
  if (known === 'later' || known.outcome === 'unavailable') return { kind: 'later' }
  return known.receipt ? { kind: 'found', receipt: known.receipt } : { kind: 'not-found' }
}
