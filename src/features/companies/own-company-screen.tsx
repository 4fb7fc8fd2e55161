import { useLingui } from '@lingui/react/macro'
import { Button, Input, SegmentedControl, Textarea, TextInput } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { Fragment, Suspense } from 'react'
import { useAppContext } from '#app-context/app-context.ts'
import { useServerForm } from '#app-context/use-server-form.ts'
import { ServerFormFrame } from '#blocks/server-form/server-form-frame.tsx'
import { type Company, isVatRegistered, mayBeUnpaid } from '#domain/companies/company.ts'
import {
  checkOwnCompany,
  ownCompanyForm,
  ownCompanyFromForm,
  ownCompanyOf,
} from '#domain/companies/company-choices.ts'
import { nineDigits, normalizePhone } from '#domain/identity/phone.ts'
import { tinText } from '#domain/identity/tin.ts'
import { vrnText } from '#domain/identity/vrn.ts'
import { PAYMENT_TYPES } from '#domain/invoices/invoice.ts'
import { PAPER_SIZES } from '#domain/receipts/paper-size.ts'
import { PAYMENT_NAMES } from '#i18n/trade-names.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { lazyComponent } from '#ui/lazy-component.tsx'
import { Switch } from '#ui/switch/switch.tsx'
import { useToasts } from '#ui/toast/toast-store.ts'
import { OwnDeviceSection } from './own-device-section.tsx'

/** Rendered below the rest: the page does not wait for it. */
const DataExportSection = lazyComponent(
  async () => (await import('./data-export-section.tsx')).DataExportSection,
)

const PhonesSection = lazyComponent(async () => (await import('./phones-section.tsx')).PhonesSection)

/** The owner's company (spec §2): how it is reached, what its receipts say, how customers can pay, and its certificate. */
export function OwnCompanyScreen({
  onAudit,
  onApiKeys,
}: {
  readonly onAudit: () => void
  readonly onApiKeys: () => void
}) {
  const { t } = useLingui()
  const { company } = useAppContext()
  return (
    <div className="page stack">
      {company === null ? null : (
        <Fragment key={company.id}>
          <OwnCompanyForm company={company} />
          <section className="card stack" aria-labelledby="own-apps">
            <h2 className="section-title" id="own-apps">{t`Accounting apps`}</h2>
            <p className="dim">{t`Receipts are written into Xero or QuickBooks automatically.`}</p>
            <Link to="/apps-integration" className="link-button">{t`Apps integration`}</Link>
          </section>
          <section className="card stack" aria-labelledby="own-audit">
            <h2 className="section-title" id="own-audit">{t`Audit trail`}</h2>
            <p className="dim">{t`Who did what in this company, when and on which phone.`}</p>
            <Button variant="default" onClick={onAudit}>{t`Show the audit trail`}</Button>
          </section>
          <section className="card stack" aria-labelledby="own-api-keys">
            <h2 className="section-title" id="own-api-keys">{t`API keys`}</h2>
            <p className="dim">{t`For programs of yours that issue invoices: an online shop, a till.`}</p>
            <Button variant="default" onClick={onApiKeys}>{t`Show the API keys`}</Button>
          </section>
          {/* The server and parts of the app bring these: last, so that no button moves away from a finger. */}
          <OwnDeviceSection companyId={company.id} />
          <Suspense>
            <PhonesSection companyId={company.id} />
            <DataExportSection companyId={company.id} />
          </Suspense>
        </Fragment>
      )}
    </div>
  )
}

type ChoiceProps<Value extends string> = {
  readonly label: string
  readonly description?: string
  readonly value: Value
  readonly data: { readonly value: Value; readonly label: string }[]
  readonly onChange: (value: Value) => void
}

function Choice<Value extends string>({ label, description, ...control }: ChoiceProps<Value>) {
  return (
    <Input.Wrapper label={label} description={description}>
      <SegmentedControl<Value> fullWidth aria-label={label} {...control} />
    </Input.Wrapper>
  )
}

function OwnCompanyForm({ company }: { company: Company }) {
  const { t } = useLingui()
  const translate = useTranslate()
  const { call, sendNow } = useAppContext()
  const toast = useToasts((state) => state.show)
  const base = ownCompanyOf(company)
  const form = useServerForm({
    initial: {
      ...ownCompanyForm(base),
      phone: nineDigits(normalizePhone(base.phone) ?? '') || base.phone,
    },
    check: (typed) => checkOwnCompany(ownCompanyFromForm(typed)),
    send: async (fields) => {
      const answer = await call('company.configure', { ...fields, base })
      // This phone gets the change like the others: by the next synchronization.
      if (answer.kind === 'answered') await sendNow().catch(() => undefined)
      return answer
    },
    onDone: () => toast({ tone: 'good', text: t`Company saved. All phones of the company follow.` }),
  })
  return (
    <ServerFormFrame of={form} action={t`Save`}>
      <div>
        <h1>{company.name}</h1>
        <p className="dim">
          {t`TIN`} {tinText(company.tin)} ·{' '}
          {isVatRegistered(company) ? `${t`VRN`} ${vrnText(company.vrn)}` : t`Not registered for VAT`}
        </p>
      </div>
      <section className="card stack" aria-labelledby="own-contact">
        <h2 className="section-title" id="own-contact">{t`Contact`}</h2>
        <TextInput
          label={t`Email`}
          inputMode="email"
          autoCapitalize="none"
          withAsterisk
          {...form.textField('email')}
        />
        <TextInput
          label={t`Phone number`}
          description={t`9 digits, without the leading 0`}
          inputMode="tel"
          withAsterisk
          {...form.textField('phone')}
        />
        <Textarea label={t`Address`} withAsterisk rows={2} {...form.textField('address')} />
      </section>
      <section className="card stack" aria-labelledby="own-receipts">
        <h2 className="section-title" id="own-receipts">{t`Receipts`}</h2>
        <TextInput
          label={t`Second line`}
          description={t`Optional. Printed under the name of the company.`}
          {...form.textField('receiptSecondLine')}
        />
        <TextInput
          label={t`Footer`}
          description={t`Optional. Printed below the receipt.`}
          {...form.textField('receiptFooter')}
        />
        <Choice
          label={t`Layout`}
          value={form.form.receiptLayout ?? 'logo'}
          onChange={(receiptLayout) => form.change({ receiptLayout })}
          data={[
            { value: 'logo', label: t`With logo` },
            { value: 'compact', label: t`Compact, without logo` },
          ]}
        />
        <Choice
          label={t`Paper`}
          description={t`For phones that have not chosen their own in the settings.`}
          value={form.form.receiptPaper ?? '80'}
          onChange={(receiptPaper) => form.change({ receiptPaper })}
          data={PAPER_SIZES.map((value) => ({ value, label: value === 'A4' ? value : `${value} mm` }))}
        />
        <Link to="/settings" className="link-button">{t`Logo and printer are in the settings`}</Link>
      </section>
      <section className="card stack" aria-labelledby="own-payments">
        <h2 className="section-title" id="own-payments">{t`Payment methods offered`}</h2>
        {PAYMENT_TYPES.map((type) => (
          <Switch
            key={type}
            label={translate(PAYMENT_NAMES[type])}
            on={form.form[type]}
            // Only the switches are read: the list has the place of the refusal, which is over with a change.
            onChange={(on) => form.change({ [type]: on, paymentTypes: [] })}
          />
        ))}
        <Switch
          label={t`Allow sales that are not paid in full`}
          on={mayBeUnpaid(form.form)}
          onChange={(unpaidSales) => form.change({ unpaidSales })}
        />
        <Switch
          label={t`Print payment references on receipts`}
          on={form.form.paymentReferences ?? false}
          onChange={(paymentReferences) => form.change({ paymentReferences })}
        />
        {form.errorAt('paymentTypes') === undefined ? null : (
          <p className="field-error" role="alert">
            {form.errorAt('paymentTypes')}
          </p>
        )}
      </section>
    </ServerFormFrame>
  )
}
