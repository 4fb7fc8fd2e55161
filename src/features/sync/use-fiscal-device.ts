import { useLingui } from '@lingui/react/macro'
import { createContext, useContext, useEffect, useRef, useState } from 'react'
import { useAppContext } from '#app-context/app-context.ts'
import { useCan } from '#app-context/use-can.ts'
import { useFailureToast } from '#app-context/use-failure-toast.ts'
import type { EndpointAnswer } from '#contract/endpoints.ts'
import { useToasts } from '#ui/toast/toast-store.ts'
import { useOnline } from '#ui/use-online.ts'

export type FiscalStatus = EndpointAnswer<'fiscal.status'>

/** The fiscal device, for a user who may manage it. */
export type FiscalDevice = {
  readonly status: FiscalStatus | undefined
  readonly numberingPaused: boolean
  /** Resumes the device; `lastGc` is the highest number that the authority's records show, after a restore. */
  readonly resume: (lastGc?: number) => Promise<boolean>
  readonly askForNumber: () => void
  readonly asking: boolean
  readonly stopAsking: () => void
}

/** The authority answers within seconds; a person who resumed the device waits to see the result. */
const POLL_DELAYS_MS = [1_500, 3_000, 6_000, 12_000]

async function pollRepeatedly(poll: () => Promise<unknown>): Promise<void> {
  for (const ms of POLL_DELAYS_MS) {
    await new Promise((resolve) => setTimeout(resolve, ms))
    await poll().catch(() => undefined)
  }
}

/** `null` for a user who may not manage the device. */
export const FiscalDeviceContext = createContext<FiscalDevice | null>(null)

export function useFiscalDevice(): FiscalDevice | null {
  return useContext(FiscalDeviceContext)
}

/**
 * Asks the server for the state of the device, for users who may resume it (spec §6: the owner), again whenever
 * `refreshKey` changes; `null` for others.
 */
export function useFiscalDeviceState(refreshKey: string): FiscalDevice | null {
  const { t } = useLingui()
  const toast = useToasts((state) => state.show)
  const showFailure = useFailureToast()
  const { company, call, sendNow } = useAppContext()
  const online = useOnline()
  const [status, setStatus] = useState<FiscalStatus>()
  const [asking, setAsking] = useState(false)
  /** How often the device was resumed: an answer to an older question has the state before it. */
  const resumed = useRef(0)
  const can = useCan()
  const mayManage =
    company !== null && can('fiscal-identity.manage', { companyId: company.id, organizationId: null })
  // biome-ignore lint/correctness/useExhaustiveDependencies: a change in the feed is the reason to ask again
  useEffect(() => {
    if (!mayManage || !online) return
    let current = true
    const resumedBefore = resumed.current
    void call('fiscal.status', {}).then((outcome) => {
      if (!current || outcome.kind !== 'answered') return
      if (resumed.current === resumedBefore) setStatus(outcome.value)
    })
    return () => {
      current = false
    }
  }, [mayManage, online, call, refreshKey])
  if (!mayManage) return null
  return {
    status,
    numberingPaused: status?.hold !== undefined,
    asking,
    askForNumber: () => setAsking(true),
    stopAsking: () => setAsking(false),
    resume: async (lastGc) => {
      const outcome = await call('fiscal.resume', lastGc === undefined ? {} : { lastGc })
      if (outcome.kind !== 'answered') {
        showFailure(outcome.kind === 'refused' ? outcome.code : 'NETWORK_UNREACHABLE')
        return false
      }
      resumed.current += 1
      setStatus(outcome.value)
      const active = outcome.value.state === 'active'
      toast(
        active
          ? { tone: 'good', text: t`Trying TRA again. Receipts are being sent.` }
          : { tone: 'bad', text: t`TRA is still not accepting receipts.` },
      )
      if (active) void pollRepeatedly(sendNow)
      return active
    },
  }
}
