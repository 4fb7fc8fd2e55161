import { useEffect, useEffectEvent, useState } from 'react'
import type { EndpointAnswer } from '#contract/endpoints.ts'
import type { AuthorityReceipt } from '#domain/expenses/authority-receipt.ts'
import type { HandEntry } from '#domain/expenses/hand-entry.ts'
import { canBeLookedUp, readReceiptCode } from '#domain/expenses/receipt-code.ts'
import { useOnline } from '#ui/use-online.ts'
import { useWorkplace } from '../workplace.ts'

/** How the question about a receipt stands. */
export type LookUp =
  | { readonly kind: 'none' | 'asking' | 'not-found' | 'later' }
  | { readonly kind: 'found'; readonly receipt: AuthorityReceipt }

const AGAIN_MS = 15_000

/** What is asked for: a code of the authority and the time of the receipt. */
function wishOf({ receiptCode, receiptTime }: HandEntry, simulated: boolean) {
  const code = readReceiptCode(receiptCode, simulated)?.code ?? ''
  return canBeLookedUp({ code, time: receiptTime }) ? `${code} ${receiptTime}` : ''
}

type Answer = EndpointAnswer<'expenses.look-up'>
type Settled = { readonly wish: string; readonly answer: Answer | 'later' }

/**
 * Asks the authority for the receipt in a form, through our server, once for each code. Without a line, or while the
 * authority's page does not answer, it is asked again when the line returns and every so often; nobody has to wait.
 */
export function useReceiptLookUp(
  form: HandEntry,
  onFound: (receipt: AuthorityReceipt) => void,
): { readonly lookUp: LookUp; readonly registeredAs: string | null } {
  const { call, session } = useWorkplace()
  const online = useOnline()
  const [settled, setSettled] = useState<Settled>()
  const [turn, setTurn] = useState(0)
  const wish = wishOf(form, session.simulated)
  const known = settled?.wish === wish ? settled.answer : undefined
  const answered = known !== undefined && known !== 'later' && known.outcome !== 'unavailable'
  const tell = useEffectEvent(onFound)
  useEffect(() => {
    if (wish === '' || answered || !online) return undefined
    const left = new AbortController()
    let again: ReturnType<typeof setTimeout> | undefined
    const [code = '', time = ''] = wish.split(' ')
    // Read here, so that another turn asks again.
    const asking = call('expenses.look-up', { code, time }, { signal: left.signal })
    void asking.then((outcome) => {
      if (left.signal.aborted) return
      const answer = outcome.kind === 'answered' ? outcome.value : 'later'
      setSettled({ wish, answer })
      if (answer === 'later' || answer.outcome === 'unavailable') {
        again = setTimeout(() => setTurn(turn + 1), AGAIN_MS)
      } else if (answer.receipt) tell(answer.receipt)
    })
    return () => {
      left.abort()
      clearTimeout(again)
    }
  }, [wish, answered, online, call, turn])
  const registeredAs = known === undefined || known === 'later' ? null : known.registeredAs
  return { lookUp: lookUpOf(wish, known, online), registeredAs }
}

function lookUpOf(wish: string, known: Answer | 'later' | undefined, online: boolean): LookUp {
  if (wish === '') return { kind: 'none' }
  if (known === undefined) return { kind: online ? 'asking' : 'later' }
  if (known === 'later' || known.outcome === 'unavailable') return { kind: 'later' }
  return known.receipt ? { kind: 'found', receipt: known.receipt } : { kind: 'not-found' }
}
