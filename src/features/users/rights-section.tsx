import { useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { useAppContext } from '#app-context/app-context.ts'
import { useFailureToast } from '#app-context/use-failure-toast.ts'
import type { User } from '#contract/users.ts'
import type { BasisPoints } from '#domain/money/basis-points.ts'
import { type OperatorRights, seesAllSales } from '#domain/permissions/operator-rights.ts'
import { PercentInput } from '#ui/percent-input/percent-input.tsx'
import { Switch } from '#ui/switch/switch.tsx'
import { useToasts } from '#ui/toast/toast-store.ts'
import { useAction } from '#ui/use-action.ts'

type Form = Omit<OperatorRights, 'maxDiscount'> & {
  /** `undefined` while it cannot be read. */
  readonly maxDiscount: BasisPoints | undefined
}

type Props = {
  readonly id: string
  readonly rights: OperatorRights
  readonly onChanged: (user: User) => void
}

/** What an operator may do without asking the owner. */
export function RightsSection({ id, rights, onChanged }: Props) {
  const { t } = useLingui()
  const toast = useToasts((state) => state.show)
  const showFailure = useFailureToast()
  const { call, session } = useAppContext()
  const [form, setForm] = useState<Form>(rights)
  const [busy, run] = useAction()
  const { maxDiscount } = form
  const save = async (complete: OperatorRights) => {
    const outcome = await call('users.choose-rights', { id, rights: complete })
    if (outcome.kind !== 'answered') {
      showFailure(outcome)
      return
    }
    onChanged(outcome.value)
    toast({ tone: 'good', text: t`The rights were saved` })
  }
  return (
    <section className="card stack">
      <h2>{t`Rights`}</h2>
      <p className="dim">
        {session.user.user_type === 'company_owner'
          ? t`What is off needs your approval: you enter your PIN on the phone of the operator, also without internet.`
          : t`What is off needs the approval of the owner, who enters the PIN on the phone of the operator, also without internet.`}
      </p>
      <Switch label={t`Refund goods`} on={form.refund} onChange={(refund) => setForm({ ...form, refund })} />
      <Switch
        label={t`Cancel invoices that have a TRA number`}
        on={form.cancel}
        onChange={(cancel) => setForm({ ...form, cancel })}
      />
      <PercentInput
        label={t`Largest discount`}
        description={t`100 means any discount; empty means none. The price that an operator types is not limited.`}
        value={maxDiscount}
        onChange={(percent) => setForm({ ...form, maxDiscount: percent })}
      />
      <Switch
        label={t`See all sales`}
        on={seesAllSales(form)}
        onChange={(seeAllSales) => setForm({ ...form, seeAllSales })}
      />
      <p className="dim">
        {t`Without it, the operator sees only his or her own invoices, and figures and debts of those.`}
      </p>
      <Button
        onClick={() => maxDiscount !== undefined && void run(() => save({ ...form, maxDiscount }))}
        disabled={maxDiscount === undefined}
        loading={busy}
      >
        {t`Save the rights`}
      </Button>
    </section>
  )
}
