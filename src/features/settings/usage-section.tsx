import { useLingui } from '@lingui/react/macro'
import { useEffect, useState } from 'react'
import { type UsageConsent, useAppContext } from '#app-context/app-context.ts'
import { errorMessage } from '#i18n/error-messages.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { Switch } from '#ui/switch/switch.tsx'
import { useToasts } from '#ui/toast/toast-store.ts'
import { useAction } from '#ui/use-action.ts'
import { Section } from './section.tsx'

/** The consent to usage statistics. Off by default; hidden where this server has none. */
export function UsageSection() {
  const { t } = useLingui()
  const translate = useTranslate()
  const { usage } = useAppContext()
  const show = useToasts((state) => state.show)
  const [on, setOn] = useState<boolean>()
  const [choice, setChoice] = useState<UsageConsent>()
  const [busy, run] = useAction()
  useEffect(() => {
    let unmounted = false
    const readConsent = async () => {
      const found = await usage()
      const status = await found.status()
      if (unmounted || status === 'impossible') return
      setChoice(found)
      setOn(status === 'on')
    }
    // Where the consent cannot be read it is not offered.
    readConsent().catch(() => undefined)
    return () => {
      unmounted = true
    }
  }, [usage])
  if (on === undefined || !choice) return null
  const choose = async (wanted: boolean) => {
    try {
      if (!wanted) await choice.refuse()
      const done = !wanted || (await choice.agree())
      if (done) setOn(wanted)
      else
        show({
          tone: 'bad',
          code: 'NETWORK_UNREACHABLE',
          text: translate(errorMessage('NETWORK_UNREACHABLE')),
        })
    } catch {
      show({
        tone: 'bad',
        code: 'DEVICE_STORAGE_BROKEN',
        text: translate(errorMessage('DEVICE_STORAGE_BROKEN')),
      })
    }
  }
  return (
    <Section id="usage" icon="info" title={t`Usage statistics`}>
      <Switch
        label={t`Share usage statistics`}
        on={on}
        disabled={busy}
        onChange={(wanted) => void run(() => choose(wanted))}
      />
      <p className="dim">
        {t`It helps us improve Risiti. Sent to Google Analytics: the functions you use, the totals, number of items and payment methods of your sales, your user type, your company's ID in Risiti, and your language.`}
      </p>
      <p className="dim">{t`Never sent: names, phone numbers, TINs, or what was sold. You can turn it off at any time.`}</p>
    </Section>
  )
}
