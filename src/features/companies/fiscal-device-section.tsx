import { Plural, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useCallback, useState } from 'react'
import { useAppContext } from '#app-context/app-context.ts'
import { failureCode } from '#app-context/failure-code.ts'
import { loadedFrom } from '#app-context/server-answer.ts'
import { useCan } from '#app-context/use-can.ts'
import { ServerFailure } from '#blocks/server-list/server-failure.tsx'
import { useServerAnswer } from '#blocks/server-list/use-server-answer.ts'
import type { CompanyDetails } from '#contract/administration.ts'
import type { Certificate, FiscalDeviceView } from '#contract/fiscal-devices.ts'
import { dayText, fiscalDayOf } from '#domain/calendar/east-africa.ts'
import { CERTIFICATE_WARNING_DAYS } from '#domain/fiscal/certificate.ts'
import { errorMessage } from '#i18n/error-messages.ts'
import { nextStep } from '#i18n/next-steps.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { HelpLink } from '#ui/help-link/help-link.tsx'
import { Icon } from '#ui/icon.tsx'
import { Sheet } from '#ui/sheet/sheet.tsx'
import { useToasts } from '#ui/toast/toast-store.ts'
import { useAction } from '#ui/use-action.ts'
import { CertificateForm } from './certificate-form.tsx'
import { FiscalIdentityCard } from './fiscal-identity-card.tsx'
import { MissingNotice } from './missing-notice.tsx'

const [FIRST_WARNING, LAST_WARNING] = CERTIFICATE_WARNING_DAYS

/** What is known of a company before its device is asked for. */
type KnownCompany = Pick<CompanyDetails, 'id' | 'organizationId' | 'serial'>

type Props = {
  readonly company: KnownCompany
  /** Why the file was refused with which the company was made. */
  readonly uploadFailure?: string | undefined
  /** Called after a registration, which changes the company's status. */
  readonly onChanged: () => void
}

/** A company's certificate and its registrations at TRA: what is there, what is missing, and what to do about it. */
export function FiscalDeviceSection({ company, uploadFailure, onChanged }: Props) {
  const { t } = useLingui()
  const { call } = useAppContext()
  const can = useCan()
  const { id: companyId, organizationId } = company
  const load = useCallback(
    async () => loadedFrom(await call('fiscal.device', { companyId })),
    [call, companyId],
  )
  const answer = useServerAnswer(load)
  const device = answer.value
  const subject = { companyId, organizationId }
  const changed = (view: FiscalDeviceView) => {
    answer.replace(view)
    onChanged()
  }
  return (
    <section className="stack" aria-labelledby="fiscal-device" aria-busy={answer.loading}>
      <h2 className="section-title" id="fiscal-device">
        {t`TRA certificate and registration`}
      </h2>
      {answer.failure === undefined ? null : (
        <ServerFailure code={answer.failure} onRetry={answer.reload} above />
      )}
      {device ? (
        <>
          <MissingNotice device={device} uploadFailure={uploadFailure} />
          {can('certificate.manage', subject) ? (
            <CertificateCard
              company={company}
              device={device}
              onUploaded={answer.reload}
              onRegistered={changed}
            />
          ) : null}
          {device.identities.map((identity) => (
            <FiscalIdentityCard
              key={identity.id}
              identity={identity}
              companyId={companyId}
              mayResume={can('fiscal-identity.manage', subject)}
              onResumed={answer.reload}
            />
          ))}
        </>
      ) : null}
    </section>
  )
}

type CertificateProps = {
  readonly company: KnownCompany
  readonly device: FiscalDeviceView
  readonly onUploaded: () => void
  readonly onRegistered: (view: FiscalDeviceView) => void
}

function CertificateCard({ company, device, onUploaded, onRegistered }: CertificateProps) {
  const { t } = useLingui()
  const toast = useToasts((state) => state.show)
  const [uploading, setUploading] = useState(false)
  const [current] = device.identities
  return (
    <div className="card stack">
      {device.inUse ? <CertificateFacts title={t`Certificate in use`} certificate={device.inUse} /> : null}
      {device.waiting ? (
        <>
          <CertificateFacts title={t`Uploaded, not used yet`} certificate={device.waiting} />
          <RegisterButton company={company} device={device} onRegistered={onRegistered} />
        </>
      ) : null}
      <div className="actions">
        <Button
          variant="default"
          leftSection={<Icon name="key" size={18} />}
          onClick={() => setUploading(true)}
        >
          {device.inUse || device.waiting ? t`Upload a new certificate` : t`Upload the certificate`}
        </Button>
      </div>
      <Sheet title={t`TRA certificate`} opened={uploading} onClose={() => setUploading(false)} height="auto">
        <CertificateForm
          companyId={company.id}
          deviceSerial={current?.deviceSerial ?? company.serial}
          onUploaded={() => {
            setUploading(false)
            onUploaded()
            toast({ tone: 'good', text: t`The certificate is uploaded` })
          }}
        />
      </Sheet>
    </div>
  )
}

function CertificateFacts({ title, certificate }: { title: string; certificate: Certificate }) {
  const { t } = useLingui()
  const day = dayText(fiscalDayOf(certificate.notAfter))
  const { daysLeft, serial } = certificate
  return (
    <div>
      <strong>{title}</strong>
      <p className="small">
        {t`Serial of the certificate: ${serial}`}
        <br />
        {t`Valid until ${day}`}
        {' · '}
        {daysLeft < 0 ? (
          t`expired`
        ) : (
          <Plural value={daysLeft} _0="last day" one="# day left" other="# days left" />
        )}
      </p>
      {daysLeft <= FIRST_WARNING ? (
        <p className="small">
          <Icon name="alert" size={16} />{' '}
          {daysLeft <= LAST_WARNING
            ? t`Ask TRA for a new certificate now.`
            : t`It ends soon. Ask TRA for a new certificate.`}
        </p>
      ) : null}
    </div>
  )
}

type RegisterProps = Pick<CertificateProps, 'company' | 'device' | 'onRegistered'>

/** Registers with TRA; a refusal stays visible with TRA's own words and the next step. */
function RegisterButton({ company, device, onRegistered }: RegisterProps) {
  const { t } = useLingui()
  const translate = useTranslate()
  const toast = useToasts((state) => state.show)
  const { call } = useAppContext()
  const [busy, run] = useAction()
  const [refusal, setRefusal] = useState<{ readonly code: string; readonly message: string }>()
  const register = async () => {
    setRefusal(undefined)
    const outcome = await run(() => call('fiscal.register', { companyId: company.id }))
    if (outcome === undefined) return
    if (outcome.kind === 'answered') {
      onRegistered(outcome.value)
      toast({ tone: 'good', text: t`Registered with TRA` })
      return
    }
    const message = outcome.kind === 'refused' ? outcome.data['message'] : undefined
    setRefusal({ code: failureCode(outcome), message: typeof message === 'string' ? message : '' })
  }
  const step = refusal && nextStep(refusal.code)
  return (
    <>
      {refusal ? (
        <div className="notice" data-tone="bad" role="alert">
          <Icon name="alert" />
          <div>
            <strong>{translate(errorMessage(refusal.code))}</strong>
            {refusal.message === '' ? null : <p className="small">TRA: {refusal.message}</p>}
            {step ? <p>{translate(step)}</p> : null}
            <HelpLink code={refusal.code} />
          </div>
        </div>
      ) : null}
      <Button loading={busy} onClick={() => void register()}>
        {device.environment === 'live'
          ? t`Register with TRA`
          : device.environment === 'test'
            ? t`Register with the TRA test system`
            : t`Register with the simulator`}
      </Button>
    </>
  )
}
