import { useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { Suspense, useCallback, useState } from 'react'
import { useAppContext } from '#app-context/app-context.ts'
import { loadedFrom } from '#app-context/server-answer.ts'
import { useCan } from '#app-context/use-can.ts'
import { useFailureToast } from '#app-context/use-failure-toast.ts'
import { EnableSwitch } from '#blocks/enable-switch/enable-switch.tsx'
import { RecordPage } from '#blocks/server-list/record-page.tsx'
import { useServerAnswer } from '#blocks/server-list/use-server-answer.ts'
import type { CompanyDetails } from '#contract/administration.ts'
import { normalizePhone, phoneText } from '#domain/identity/phone.ts'
import { tinText } from '#domain/identity/tin.ts'
import { vrnText } from '#domain/identity/vrn.ts'
import { Icon } from '#ui/icon.tsx'
import { lazyComponent } from '#ui/lazy-component.tsx'
import { Sheet } from '#ui/sheet/sheet.tsx'
import { useToasts } from '#ui/toast/toast-store.ts'
import { CompanyForm } from './company-form.tsx'
import { CompanyPill } from './company-pill.tsx'
import { FiscalDeviceSection } from './fiscal-device-section.tsx'
import { ReadingsSection } from './readings-section.tsx'

/** Rendered below the rest: the page does not wait for it. */
const PaymentsSection = lazyComponent(async () => (await import('./payments-section.tsx')).PaymentsSection)

const DataExportSection = lazyComponent(
  async () => (await import('./data-export-section.tsx')).DataExportSection,
)

type Props = {
  readonly id: string
  /** Why the certificate file of this company was refused when it was made; `undefined`: it was not. */
  readonly uploadFailure: string | undefined
  readonly onBack: () => void
}

/** One company: its data, what is missing, and whether it may work. */
export function CompanyPage({ id, uploadFailure, onBack }: Props) {
  const { t } = useLingui()
  const { call } = useAppContext()
  const load = useCallback(async () => loadedFrom(await call('companies.find', { id })), [call, id])
  const answer = useServerAnswer(load)
  const company = answer.value
  const can = useCan()
  const maySetRules = can('company.choose-readings', { companyId: id })
  return (
    <RecordPage
      backLabel={t`Companies`}
      onBack={onBack}
      answer={answer}
      title={company?.name}
      status={company ? <CompanyPill company={company} /> : null}
      facts={
        company
          ? [
              { name: t`Organization`, value: company.organizationName },
              { name: t`TIN`, value: tinText(company.tin) },
              { name: t`VAT registration number (VRN)`, value: vrnText(company.vrn) },
              { name: t`Email`, value: company.email },
              { name: t`Phone number`, value: phoneText(normalizePhone(company.phone) ?? company.phone) },
              { name: t`Address`, value: company.address },
              { name: t`Serial number`, value: company.serial },
            ]
          : []
      }
      actions={company ? <Actions company={company} onChanged={answer.replace} /> : null}
    >
      {company ? <Notices company={company} /> : null}
      {company ? (
        <FiscalDeviceSection company={company} uploadFailure={uploadFailure} onChanged={answer.reload} />
      ) : null}
      {company ? (
        <Suspense>
          <PaymentsSection companyId={company.id} />
        </Suspense>
      ) : null}
      {company && can('data.export', { companyId: id, organizationId: company.organizationId }) ? (
        <Suspense>
          <DataExportSection companyId={company.id} />
        </Suspense>
      ) : null}
      {company && maySetRules ? <ReadingsSection company={company} /> : null}
    </RecordPage>
  )
}

/** What keeps this company from selling, besides being disabled itself. */
function Notices({ company }: { company: CompanyDetails }) {
  const { t } = useLingui()
  return (
    <>
      {company.blockedByTra ? (
        <div className="notice" data-tone="bad">
          <Icon name="alert" />
          <div>
            <strong>{t`Blocked by TRA`}</strong>
            {company.blockedReason}
          </div>
        </div>
      ) : null}
      {company.organizationActive ? null : (
        <div className="notice">
          <Icon name="ban" />
          <div>{t`Its organization is disabled, so nobody in this company can work.`}</div>
        </div>
      )}
    </>
  )
}

type ActionsProps = {
  readonly company: CompanyDetails
  readonly onChanged: (company: CompanyDetails) => void
}

function Actions({ company, onChanged }: ActionsProps) {
  const { t } = useLingui()
  const toast = useToasts((state) => state.show)
  const showFailure = useFailureToast()
  const { call } = useAppContext()
  const [editing, setEditing] = useState(false)
  const setEnabled = async (enabled: boolean) => {
    const outcome = await call('companies.set-enabled', { id: company.id, enabled })
    if (outcome.kind !== 'answered') {
      showFailure(outcome, (reason) => t`The status was not changed. ${reason}`)
      return
    }
    onChanged(outcome.value)
    toast({ tone: 'good', text: enabled ? t`Company enabled` : t`Company disabled` })
  }
  return (
    <>
      <EnableSwitch
        active={company.active}
        onChange={setEnabled}
        disable={{
          label: t`Disable company`,
          title: t`Disable this company?`,
          consequence: t`Everybody in it is logged out within seconds. Records they have not sent yet stay on their phones.`,
        }}
        enable={{
          label: t`Enable company`,
          title: t`Enable this company?`,
          consequence: t`Its people can log in and send their records again.`,
        }}
      />
      <Button onClick={() => setEditing(true)}>{t`Edit`}</Button>
      <Sheet title={t`Edit company`} opened={editing} onClose={() => setEditing(false)}>
        <CompanyForm
          company={company}
          onSaved={(saved) => {
            onChanged(saved)
            setEditing(false)
            toast({ tone: 'good', text: t`Company saved` })
          }}
        />
      </Sheet>
    </>
  )
}
