import { useLingui } from '@lingui/react/macro'
import { createContext, useContext, useEffect, useState } from 'react'
import type { EndpointAnswer } from '#contract/endpoints.ts'
import { can } from '#domain/permissions/can.ts'
import { errorMessage } from '#i18n/error-messages.ts'
import { useSay } from '#i18n/use-say.ts'
import { useToasts } from '#ui/toast/toast-store.ts'
import { useOnline } from '#ui/use-online.ts'
import { useWorkplace } from '../workplace.ts'

export type FiscalStatus = EndpointAnswer<'fiscal.status'>

/** What the person who answers for the fiscal device sees of it and can do. */
export type FiscalDuty = {
  readonly status: FiscalStatus | undefined
  readonly held: boolean
  /** Lets the device go on; `lastGc` is the highest number that the authority's records show, after a restore. */
  readonly resume: (lastGc?: number) => Promise<boolean>
  readonly askForNumber: () => void
  readonly asking: boolean
  readonly stopAsking: () => void
}

/** The authority answers within seconds; whoever let the device go on waits to see it. */
const LOOKS_MS = [1_500, 3_000, 6_000, 12_000]

async function follow(look: () => Promise<unknown>): Promise<void> {
  for (const ms of LOOKS_MS) {
    await new Promise((resolve) => setTimeout(resolve, ms))
    await look().catch(() => undefined)
  }
}

/** `null` for who does not answer for the device. */
export const FiscalDutyContext = createContext<FiscalDuty | null>(null)

export function useFiscalDuty(): FiscalDuty | null {
  return useContext(FiscalDutyContext)
}

/**
 * Asks the server how the device stands, for those who may let it go on (spec §6: the owner), anew
 * whenever `news` is another; `null` for others.
 */
export function useOwnFiscalDuty(news: string): FiscalDuty | null {
  const { t } = useLingui()
  const say = useSay()
  const toast = useToasts((state) => state.show)
  const { session, company, call, sendNow } = useWorkplace()
  const online = useOnline()
  const [status, setStatus] = useState<FiscalStatus>()
  const [asking, setAsking] = useState(false)
  const { id, user_type, company_id, organization_id } = session.user
  const actor = { userId: id, userType: user_type, companyId: company_id, organizationId: organization_id }
  const answers =
    company !== null && can(actor, 'fiscal-identity.manage', { companyId: company.id, organizationId: null })
  // biome-ignore lint/correctness/useExhaustiveDependencies: news from the feed is the reason to ask again
  useEffect(() => {
    if (!answers || !online) return
    let current = true
    void call('fiscal.status', {}).then((outcome) => {
      if (current && outcome.kind === 'answered') setStatus(outcome.value)
    })
    return () => {
      current = false
    }
  }, [answers, online, call, news])
  if (!answers) return null
  return {
    status,
    held: status?.hold !== undefined,
    asking,
    askForNumber: () => setAsking(true),
    stopAsking: () => setAsking(false),
    resume: async (lastGc) => {
      const outcome = await call('fiscal.resume', lastGc === undefined ? {} : { lastGc })
      if (outcome.kind !== 'answered') {
        const code = outcome.kind === 'refused' ? outcome.code : 'NETWORK_UNREACHABLE'
        toast({ tone: 'bad', text: say(errorMessage(code)) })
        return false
      }
      setStatus(outcome.value)
      const active = outcome.value.state === 'active'
      toast(
        active
          ? { tone: 'good', text: t`Trying TRA again. Receipts are being sent.` }
          : { tone: 'bad', text: t`TRA is still not accepting receipts.` },
      )
      if (active) void follow(sendNow)
      return active
    },
  }
}
