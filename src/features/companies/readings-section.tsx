import { useLingui } from '@lingui/react/macro'
import { Button, NativeSelect, TextInput } from '@mantine/core'
import { type SyntheticEvent, useState } from 'react'
import { useAppContext } from '#app-context/app-context.ts'
import { useFailureToast } from '#app-context/use-failure-toast.ts'
import type { CompanyDetails } from '#contract/administration.ts'
import type { CompanySettings } from '#domain/settings/company-settings.ts'
import { checkUssdCode, MAX_USSD_CODE } from '#domain/ussd/ussd-code.ts'
import { errorMessage } from '#i18n/error-messages.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { useToasts } from '#ui/toast/toast-store.ts'
import { useAction } from '#ui/use-action.ts'
import { useReadingChoices } from './reading-choices.ts'

const MAX_AI_REQUESTS = 1_000

/** The platform's settings for one company: rules with two readings, the USSD code, and the daily AI requests. */
export function ReadingsSection({ company }: { company: CompanyDetails }) {
  const { t } = useLingui()
  const translate = useTranslate()
  const { call } = useAppContext()
  const toast = useToasts((state) => state.show)
  const showFailure = useFailureToast()
  const choices = useReadingChoices()
  const [settings, setSettings] = useState<CompanySettings>(company.settings)
  const [maxText, setMaxText] = useState(String(company.settings.aiDailyMax))
  const [codeRefusal, setCodeRefusal] = useState<string>()
  const [saving, run] = useAction()
  const maximum = /^\d{1,4}$/.test(maxText) ? Number(maxText) : Number.NaN
  const maxError = maximum <= MAX_AI_REQUESTS ? undefined : t`Enter a number from 0 to ${MAX_AI_REQUESTS}`
  const choose = (name: keyof CompanySettings, value: string) =>
    // The options of a setting are its values; those of the tax are numbers.
    setSettings((before) => ({
      ...before,
      [name]: name === 'taxExpenseSpecialRelief' ? Number(value) : value,
    }))
  const submit = async (event: SyntheticEvent) => {
    event.preventDefault()
    const checked = checkUssdCode(settings)
    setCodeRefusal('refusal' in checked ? checked.refusal.code : undefined)
    if (maxError !== undefined || 'refusal' in checked) return
    // The field shows what is stored.
    setSettings(checked.settings)
    const chosen = { ...checked.settings, aiDailyMax: maximum }
    const outcome = await run(() => call('companies.choose-readings', { id: company.id, settings: chosen }))
    if (outcome === undefined) return
    if (outcome.kind === 'answered') toast({ tone: 'good', text: t`Settings saved` })
    else showFailure(outcome)
  }
  return (
    <section className="card" aria-labelledby="company-readings">
      <form className="stack" onSubmit={(event) => void submit(event)} noValidate>
        <h2 className="section-title" id="company-readings">{t`Rules of this company`}</h2>
        {choices.map(({ name, label, options }) => (
          <NativeSelect
            key={name}
            label={label}
            value={String(settings[name])}
            onChange={(event) => choose(name, event.currentTarget.value)}
            data={[...options]}
          />
        ))}
        <TextInput
          label={t`USSD code`}
          value={settings.ussdCode}
          maxLength={MAX_USSD_CODE}
          onChange={(event) => {
            setCodeRefusal(undefined)
            choose('ussdCode', event.currentTarget.value)
          }}
          error={codeRefusal === undefined ? undefined : translate(errorMessage(codeRefusal))}
          autoComplete="off"
        />
        <TextInput
          label={t`AI requests a day`}
          value={maxText}
          onChange={(event) => setMaxText(event.currentTarget.value)}
          error={maxError}
          inputMode="numeric"
          autoComplete="off"
        />
        <Button type="submit" loading={saving}>
          {t`Save rules`}
        </Button>
      </form>
    </section>
  )
}
