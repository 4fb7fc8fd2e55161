import { useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useCallback, useEffect, useState } from 'react'
import { useAppContext } from '#app-context/app-context.ts'
import { useSendNowWithToast } from '#app-context/use-send-now-with-toast.ts'
import { Icon } from '#ui/icon.tsx'
import { useAction } from '#ui/use-action.ts'
import { useOnline } from '#ui/use-online.ts'
import classes from './invoice-list.module.css'

const EVERY_SECONDS = 30

/** Submitted invoices are approved gradually (spec §4): asks the server on a countdown and at a touch. */
export function SubmittedSection() {
  const { t } = useLingui()
  const { sendNow } = useAppContext()
  const sendNowWithToast = useSendNowWithToast()
  const online = useOnline()
  const [seconds, setSeconds] = useState(EVERY_SECONDS)
  const [busy, run] = useAction()
  const refresh = useCallback(
    async (refreshAction: () => Promise<unknown>) => {
      await run(refreshAction)
      setSeconds(EVERY_SECONDS)
    },
    [run],
  )
  useEffect(() => {
    if (!online || busy) return
    const timer = setTimeout(() => {
      // An automatic retry is silent, because the person did not ask for it.
      if (seconds <= 1) void refresh(() => sendNow().catch(() => undefined))
      else setSeconds(seconds - 1)
    }, 1000)
    return () => clearTimeout(timer)
  }, [online, busy, seconds, refresh, sendNow])
  return (
    <div className={classes.refresh}>
      <span>{online ? t`The list refreshes in ${seconds} s` : t`You are offline`}</span>
      <Button
        variant="subtle"
        onClick={() => void refresh(sendNowWithToast)}
        loading={busy}
        disabled={!online}
        leftSection={<Icon name="refresh" size={18} />}
      >
        {t`Refresh`}
      </Button>
    </div>
  )
}
