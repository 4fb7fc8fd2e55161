import { useLingui } from '@lingui/react/macro'
import { Button, NativeSelect } from '@mantine/core'
import { useCallback } from 'react'
import { useAppContext, useToday } from '#app-context/app-context.ts'
import { loadedFrom } from '#app-context/server-answer.ts'
import { useFailureToast } from '#app-context/use-failure-toast.ts'
import { useServerForm } from '#app-context/use-server-form.ts'
import { DateField } from '#blocks/date-field/date-field.tsx'
import { ServerFormFrame } from '#blocks/server-form/server-form-frame.tsx'
import { ServerFailure } from '#blocks/server-list/server-failure.tsx'
import { useServerAnswer } from '#blocks/server-list/use-server-answer.ts'
import type { EndpointAnswer } from '#contract/endpoints.ts'
import { addDays, dayText, type FiscalDay } from '#domain/calendar/east-africa.ts'
import {
  checkPlannedRate,
  isAhead,
  type LawRate,
  PLANNED_TAX_TYPES,
  type RateForm,
} from '#domain/tax/plan-rate.ts'
import { rateHistory, rateOn } from '#domain/tax/rate-table.ts'
import { taxTypeName } from '#i18n/trade-names.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { PercentInput } from '#ui/percent-input/percent-input.tsx'
import { Sheet } from '#ui/sheet/sheet.tsx'
import { useToasts } from '#ui/toast/toast-store.ts'
import { useAction } from '#ui/use-action.ts'

type Props = { readonly opened: boolean; readonly onClose: () => void }

/** The tax rates of the law with the day each begins. A rate is entered before it is in force; history never changes. */
export function LawRatesSheet({ opened, onClose }: Props) {
  const { t } = useLingui()
  return (
    <Sheet title={t`Tax rates`} opened={opened} onClose={onClose}>
      <LawRates />
    </Sheet>
  )
}

function LawRates() {
  const { t } = useLingui()
  const translate = useTranslate()
  const today = useToday()
  const { call } = useAppContext()
  const toast = useToasts((state) => state.show)
  const showFailure = useFailureToast()
  const load = useCallback(async () => loadedFrom(await call('rates.list', {})), [call])
  const answer = useServerAnswer(load)
  const [busy, run] = useAction()
  const planned = (answer.value?.rates ?? []).filter(({ validFrom }) => isAhead(validFrom, today))
  const table = rateHistory(answer.value?.rates ?? [], [])
  const withdraw = async ({ taxType, validFrom }: LawRate) => {
    const outcome = await run(() => call('rates.plan', { taxType, validFrom, rate: null }))
    if (outcome?.kind === 'answered') answer.replace(outcome.value)
    else if (outcome) showFailure(outcome)
  }
  return (
    <div className="stack">
      <p>{t`A new rate is used from its day on, on every phone. A sale keeps the rate of its own day.`}</p>
      {answer.failure === undefined ? null : <ServerFailure code={answer.failure} onRetry={answer.reload} />}
      {answer.value === undefined ? null : (
        <>
          <h3 className="section-title">{t`In force today`}</h3>
          <ul className="stack">
            {PLANNED_TAX_TYPES.map((taxType) => {
              const rate = rateOn(table, taxType, today, true)
              return rate === undefined ? null : (
                <li key={taxType}>{translate(taxTypeName(taxType, rate))}</li>
              )
            })}
          </ul>
          {planned.length === 0 ? null : <h3 className="section-title">{t`Planned`}</h3>}
          <ul className="stack">
            {planned.map((rate) => {
              const name = translate(taxTypeName(rate.taxType, rate.rate))
              const day = dayText(rate.validFrom)
              return (
                <li key={`${rate.taxType} ${rate.validFrom}`}>
                  {t`${name} from ${day}`}
                  <Button
                    variant="subtle"
                    data-tone="danger"
                    loading={busy}
                    aria-label={t`Remove ${name} from ${day}`}
                    onClick={() => void withdraw(rate)}
                  >
                    {t({ context: 'a planned rate', message: 'Remove' })}
                  </Button>
                </li>
              )
            })}
          </ul>
          <PlanRateForm
            today={today}
            onPlanned={(rates) => {
              answer.replace(rates)
              toast({ tone: 'good', text: t`Rate saved` })
            }}
          />
        </>
      )}
    </div>
  )
}

type FormProps = {
  readonly today: FiscalDay
  readonly onPlanned: (answer: EndpointAnswer<'rates.plan'>) => void
}

function PlanRateForm({ today, onPlanned }: FormProps) {
  const { t } = useLingui()
  const { call } = useAppContext()
  const names = {
    standard: t({ context: 'tax type without its rate', message: 'Standard' }),
    special_relief: t({ context: 'tax type without its rate', message: 'Special relief' }),
  }
  const initial: RateForm = { taxType: 'standard', rate: undefined, validFrom: undefined }
  const planning = useServerForm({
    initial,
    check: (written) => checkPlannedRate(written, today),
    send: (planned) => call('rates.plan', planned),
    onDone: (answer) => {
      change(initial)
      onPlanned(answer)
    },
  })
  const { form, change, errorAt } = planning
  return (
    <ServerFormFrame of={planning} action={t`Save the rate`}>
      <h3 className="section-title">{t`New rate`}</h3>
      <NativeSelect
        label={t`Tax type`}
        value={form.taxType}
        onChange={(event) => {
          const chosen = PLANNED_TAX_TYPES.find((type) => type === event.currentTarget.value)
          if (chosen) change({ taxType: chosen })
        }}
        data={PLANNED_TAX_TYPES.map((type) => ({ value: type, label: names[type] }))}
      />
      <PercentInput
        label={t`Rate`}
        value={form.rate}
        onChange={(rate) => change({ rate })}
        error={errorAt('rate')}
        withAsterisk
      />
      <DateField
        label={t`First day`}
        value={form.validFrom}
        onChange={(validFrom) => change({ validFrom })}
        today={today}
        limits={{ min: addDays(today, 1) }}
        error={errorAt('validFrom')}
        withAsterisk
      />
    </ServerFormFrame>
  )
}
