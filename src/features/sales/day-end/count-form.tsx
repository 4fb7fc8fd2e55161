import { useLingui } from '@lingui/react/macro'
import { Button, NativeSelect } from '@mantine/core'
import { type SyntheticEvent, useState } from 'react'
import { useAppContext } from '#app-context/app-context.ts'
import { countDrawer } from '#commands/drawer-counts.ts'
import type { FiscalDay } from '#domain/calendar/east-africa.ts'
import { type Cents, toCents, ZERO_CENTS } from '#domain/money/cents.ts'
import { moneyText } from '#domain/money/money-text.ts'
import { drawerDifference, drawerOf } from '#domain/reports/drawer.ts'
import { drawerKeys, drawerNames } from '#domain/reports/drawer-owner.ts'
import { errorMessage } from '#i18n/error-messages.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { MoneyInput } from '#ui/money-input/money-input.tsx'
import { useToasts } from '#ui/toast/toast-store.ts'
import { useAction } from '#ui/use-action.ts'
import { type DayEnd, useOwnDrawer } from './use-day-end.ts'

function Difference({ difference }: { difference: Cents }) {
  const { t } = useLingui()
  const sum = moneyText(toCents(Math.abs(difference)))
  if (difference === 0) return <strong>{t`The cash is right.`}</strong>
  return <strong>{difference < 0 ? t`${sum} is missing.` : t`${sum} too much.`}</strong>
}

/** The count of one operator's cash, with the difference to what is expected. */
export function CountForm({ day, dayEnd }: { day: FiscalDay; dayEnd: DayEnd }) {
  const { t } = useLingui()
  const translate = useTranslate()
  const { account, commands } = useAppContext()
  const toast = useToasts((state) => state.show)
  const me = useOwnDrawer()
  const [key, setKey] = useState(me.operatorId)
  const [opening, setOpening] = useState<Cents | undefined>(ZERO_CENTS)
  const [counted, setCounted] = useState<Cents>()
  const [isRefused, setRefused] = useState(false)
  const [saving, run] = useAction()
  // In the order of the tables, so that operators of one name are called the same there.
  const owners = [...dayEnd.drawers, me]
  const keyOf = drawerKeys(owners)
  const owner = owners.find((one) => keyOf(one) === key) ?? me
  const { expected } = drawerOf(owner, dayEnd.drawers)
  const operators = [...drawerNames(owners)].map(([value, label]) => ({ value, label }))
  const isWhole = counted !== undefined && opening !== undefined
  const save = async () => {
    if (!isWhole) return setRefused(true)
    const { operator, operatorId } = owner
    const result = await countDrawer(account, commands, {
      ...{ day, operator, opening, expected, counted },
      ...(operatorId === undefined ? {} : { operatorId }),
    })
    if (!result.ok) {
      const code = result.refusals[0]?.code
      toast({ tone: 'bad', code: code ?? 'UNEXPECTED', text: translate(errorMessage(code ?? 'UNEXPECTED')) })
      return
    }
    setCounted(undefined)
    setRefused(false)
    toast({ tone: 'good', text: t`The count is saved` })
  }
  const expectedText = moneyText(expected)
  return (
    <form
      className="stack"
      noValidate
      onSubmit={(event: SyntheticEvent) => {
        event.preventDefault()
        void run(save)
      }}
    >
      {operators.length < 2 ? null : (
        <NativeSelect
          label={t`Operator`}
          value={key}
          onChange={(event) => setKey(event.currentTarget.value)}
          data={operators}
        />
      )}
      <p>{t`Expected cash of the day: ${expectedText}`}</p>
      <MoneyInput label={t`Cash at the start of the day`} value={opening} onChange={setOpening} />
      <MoneyInput
        label={t`Cash counted`}
        value={counted}
        onChange={setCounted}
        error={
          isRefused && counted === undefined ? t`Enter what you counted, 0 if there is nothing` : undefined
        }
        withAsterisk
      />
      {isWhole ? (
        <p role="status">
          <Difference difference={drawerDifference({ counted, opening, expected })} />
        </p>
      ) : null}
      <Button type="submit" fullWidth loading={saving}>
        {t`Save the count`}
      </Button>
      <p className="dim small">{t`A saved count stays as it is. Count again to correct it.`}</p>
    </form>
  )
}
