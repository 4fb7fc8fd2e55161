import { useLingui } from '@lingui/react/macro'
import { useEffect, useState } from 'react'
import { errorMessage } from '#i18n/error-messages.ts'
import { useSay } from '#i18n/use-say.ts'
import { Switch } from '#ui/switch/switch.tsx'
import { useToasts } from '#ui/toast/toast-store.ts'
import { type UsageChoice, useWorkplace } from '../workplace.ts'
import { Section } from './section.tsx'

/** Agreeing to usage statistics, and taking it back. Off at first; not there where this server keeps none. */
export function UsageSection() {
  const { t } = useLingui()
  const say = useSay()
  const { usage } = useWorkplace()
  const show = useToasts((state) => state.show)
  const [on, setOn] = useState<boolean>()
  const [choice, setChoice] = useState<UsageChoice>()
  const [busy, setBusy] = useState(false)
  useEffect(() => {
    let left = false
    const look = async () => {
      const found = await usage()
      const standing = await found.standing()
      if (left || standing === 'impossible') return
      setChoice(found)
      setOn(standing === 'on')
    }
    // Where it cannot be known it is not offered.
    look().catch(() => undefined)
    return () => {
      left = true
    }
  }, [usage])
  if (on === undefined || !choice) return null
  const choose = async (wanted: boolean) => {
    setBusy(true)
    try {
      if (!wanted) await choice.refuse()
      const done = !wanted || (await choice.agree())
      if (done) setOn(wanted)
      else show({ tone: 'bad', text: say(errorMessage('NETWORK_UNREACHABLE')) })
    } catch {
      show({ tone: 'bad', text: say(errorMessage('DEVICE_STORAGE_BROKEN')) })
    } finally {
      setBusy(false)
    }
  }
  return (
    <Section id="usage" icon="info" title={t`Usage statistics`}>
      <Switch
        label={t`Share usage statistics`}
        on={on}
        disabled={busy}
        onChange={(wanted) => void choose(wanted)}
      />
      <p className="dim">
        {t`It helps us improve Risiti. Sent to Google Analytics: the functions you use, the totals, number of items and payment methods of your sales, your user type, your company's ID in Risiti, and your language.`}
      </p>
      <p className="dim">{t`Never sent: names, phone numbers, TINs, or what was sold. You can turn it off at any time.`}</p>
    </Section>
  )
}
