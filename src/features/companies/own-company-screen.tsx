import { useLingui } from '@lingui/react/macro'
import { Button, Textarea, TextInput } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { type SyntheticEvent, useRef, useState } from 'react'
import { useAppContext } from '#app-context/app-context.ts'
import { formRefusals } from '#app-context/server-answer.ts'
import type { Company } from '#domain/companies/company.ts'
import { checkOwnCompany, DEFAULT_CHOICES, type OwnCompany } from '#domain/companies/company-choices.ts'
import { nineDigits, normalizePhone } from '#domain/identity/phone.ts'
import { tinText } from '#domain/identity/tin.ts'
import { PAYMENT_TYPES } from '#domain/invoices/invoice.ts'
import type { FieldRefusal } from '#domain/refusal.ts'
import { PAYMENT_NAMES } from '#i18n/trade-names.ts'
import { useFieldErrors } from '#i18n/use-field-errors.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { focusFirstError } from '#ui/focus-first-error.ts'
import { Switch } from '#ui/switch/switch.tsx'
import { useToasts } from '#ui/toast/toast-store.ts'
import { useAction } from '#ui/use-action.ts'

/** The owner's company (spec §2): how it is reached, what its receipts say, and how customers can pay. */
export function OwnCompanyScreen() {
  const { company } = useAppContext()
  return (
    <div className="page stack">
      {company === null ? null : <OwnCompanyForm key={company.id} company={company} />}
    </div>
  )
}

function OwnCompanyForm({ company }: { company: Company }) {
  const { t } = useLingui()
  const translate = useTranslate()
  const { call, sendNow } = useAppContext()
  const toast = useToasts((state) => state.show)
  const [form, setForm] = useState<OwnCompany>(() => ({
    email: company.email,
    phone: nineDigits(normalizePhone(company.phone) ?? '') || company.phone,
    address: company.address,
    ...(company.choices ?? DEFAULT_CHOICES),
  }))
  const [refusals, setRefusals] = useState<readonly FieldRefusal<string>[]>([])
  const [saving, run] = useAction()
  const errorAt = useFieldErrors(refusals)
  const formRef = useRef<HTMLFormElement>(null)
  const change = (changed: Partial<OwnCompany>) => {
    setForm((before) => ({ ...before, ...changed }))
    const paths = Object.keys(changed)
    setRefusals((before) => before.filter(({ path }) => path !== '' && !paths.includes(path)))
  }
  const refuse = (found: readonly FieldRefusal<string>[]) => {
    setRefusals(found)
    focusFirstError(formRef.current)
  }
  const submit = async (event: SyntheticEvent) => {
    event.preventDefault()
    const checked = checkOwnCompany(form)
    if (!checked.ok) return refuse(checked.refusals)
    const outcome = await run(async () => {
      const answer = await call('company.configure', checked.value)
      // It reaches this phone as it reaches the others: by the next synchronisation.
      if (answer.kind === 'answered') await sendNow().catch(() => undefined)
      return answer
    })
    if (outcome === undefined) return undefined
    if (outcome.kind !== 'answered') return refuse(formRefusals(outcome))
    return toast({ tone: 'good', text: t`Company saved. All phones of the company follow.` })
  }
  const field = (path: Exclude<keyof OwnCompany, 'paymentTypes'>) => ({
    value: form[path],
    error: errorAt(path),
    autoComplete: 'off',
    onChange: (event: { readonly currentTarget: { readonly value: string } }) =>
      change({ [path]: event.currentTarget.value }),
  })
  return (
    <form ref={formRef} onSubmit={(event) => void submit(event)} noValidate className="stack">
      <div>
        <h1>{company.name}</h1>
        <p className="dim">
          {t`TIN`} {tinText(company.tin)}
        </p>
      </div>
      <section className="card stack" aria-labelledby="own-contact">
        <h2 className="section-title" id="own-contact">{t`Contact`}</h2>
        <TextInput
          label={t`Email`}
          inputMode="email"
          autoCapitalize="none"
          withAsterisk
          {...field('email')}
        />
        <TextInput
          label={t`Phone number`}
          description={t`9 digits, without the leading 0`}
          inputMode="tel"
          withAsterisk
          {...field('phone')}
        />
        <Textarea label={t`Address`} withAsterisk rows={2} {...field('address')} />
      </section>
      <section className="card stack" aria-labelledby="own-receipts">
        <h2 className="section-title" id="own-receipts">{t`Receipts`}</h2>
        <TextInput
          label={t`Second line`}
          description={t`Optional. Printed under the name of the company.`}
          {...field('receiptSecondLine')}
        />
        <TextInput
          label={t`Footer`}
          description={t`Optional. Printed below the receipt.`}
          {...field('receiptFooter')}
        />
        <Link to="/settings" className="link-button">{t`Logo, paper and printer are in the settings`}</Link>
      </section>
      <section className="card stack" aria-labelledby="own-payments">
        <h2 className="section-title" id="own-payments">{t`Payment methods offered`}</h2>
        {PAYMENT_TYPES.map((type) => (
          <Switch
            key={type}
            label={translate(PAYMENT_NAMES[type])}
            on={form.paymentTypes.includes(type)}
            onChange={(on) =>
              change({
                paymentTypes: PAYMENT_TYPES.filter((known) =>
                  known === type ? on : form.paymentTypes.includes(known),
                ),
              })
            }
          />
        ))}
        {['paymentTypes', ''].map((path) =>
          errorAt(path) ? (
            <p key={path} className="field-error" role="alert">
              {errorAt(path)}
            </p>
          ) : null,
        )}
      </section>
      <Button type="submit" loading={saving} fullWidth>
        {t`Save`}
      </Button>
    </form>
  )
}
