import { useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useCallback, useState } from 'react'
import { useAppContext } from '#app-context/app-context.ts'
import { loadedFrom } from '#app-context/server-answer.ts'
import { useCan } from '#app-context/use-can.ts'
import { useFailureToast } from '#app-context/use-failure-toast.ts'
import { EnableSwitch } from '#blocks/enable-switch/enable-switch.tsx'
import { RecordPage } from '#blocks/server-list/record-page.tsx'
import { useServerAnswer } from '#blocks/server-list/use-server-answer.ts'
import type { OrganizationRow } from '#contract/administration.ts'
import { normalizePhone, phoneText } from '#domain/identity/phone.ts'
import { Sheet } from '#ui/sheet/sheet.tsx'
import { useToasts } from '#ui/toast/toast-store.ts'
import { OrganizationForm } from './organization-form.tsx'
import { OrganizationPill } from './organization-pill.tsx'

type Props = {
  readonly id: string
  readonly onBack: () => void
  readonly onCompanies: (organizationId: string) => void
}

/** One organization: its data, its companies, and whether it may work. */
export function OrganizationPage({ id, onBack, onCompanies }: Props) {
  const { t } = useLingui()
  const { call } = useAppContext()
  const load = useCallback(async () => loadedFrom(await call('organizations.find', { id })), [call, id])
  const answer = useServerAnswer(load)
  const organization = answer.value
  return (
    <RecordPage
      backLabel={t`Organizations`}
      onBack={onBack}
      answer={answer}
      title={organization?.name}
      status={organization ? <OrganizationPill active={organization.active} /> : null}
      facts={
        organization
          ? [
              { name: t`Owner's name`, value: organization.ownerName },
              {
                name: t`Owner's phone number`,
                value: phoneText(normalizePhone(organization.ownerPhone) ?? organization.ownerPhone),
              },
              { name: t`Owner's email`, value: organization.ownerEmail },
              { name: t`Companies`, value: String(organization.companies) },
            ]
          : []
      }
      actions={
        organization ? (
          <Actions organization={organization} onChanged={answer.replace} onCompanies={onCompanies} />
        ) : null
      }
    />
  )
}

type ActionsProps = {
  readonly organization: OrganizationRow
  readonly onChanged: (organization: OrganizationRow) => void
  readonly onCompanies: (organizationId: string) => void
}

function Actions({ organization, onChanged, onCompanies }: ActionsProps) {
  const { t } = useLingui()
  const toast = useToasts((state) => state.show)
  const showFailure = useFailureToast()
  const { call } = useAppContext()
  const [editing, setEditing] = useState(false)
  const { id } = organization
  const mayDisable = useCan()('organization.disable', { companyId: null, organizationId: id })
  const setEnabled = async (enabled: boolean) => {
    const outcome = await call('organizations.set-enabled', { id, enabled })
    if (outcome.kind !== 'answered') {
      showFailure(outcome, (reason) => t`The status was not changed. ${reason}`)
      return
    }
    onChanged(outcome.value)
    toast({ tone: 'good', text: enabled ? t`Organization enabled` : t`Organization disabled` })
  }
  return (
    <>
      {mayDisable ? (
        <EnableSwitch
          active={organization.active}
          onChange={setEnabled}
          disable={{
            label: t`Disable organization`,
            title: t`Disable this organization?`,
            consequence: t`Everybody in its companies is logged out within seconds. Records they have not sent yet stay on their phones.`,
          }}
          enable={{
            label: t`Enable organization`,
            title: t`Enable this organization?`,
            consequence: t`People in its active companies can log in and send their records again.`,
          }}
        />
      ) : null}
      <Button variant="default" onClick={() => onCompanies(id)}>
        {t`Show companies`}
      </Button>
      <Button onClick={() => setEditing(true)}>{t`Edit`}</Button>
      <Sheet title={t`Edit organization`} opened={editing} onClose={() => setEditing(false)}>
        <OrganizationForm
          organization={organization}
          onSaved={(saved) => {
            onChanged(saved)
            setEditing(false)
            toast({ tone: 'good', text: t`Organization saved` })
          }}
        />
      </Sheet>
    </>
  )
}
