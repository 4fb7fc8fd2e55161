import { useLingui } from '@lingui/react/macro'
import { Button, NativeSelect, TextInput } from '@mantine/core'
import { type SyntheticEvent, useEffect, useState } from 'react'
import { useAppContext } from '#app-context/app-context.ts'
import { usePinRefusalMessage } from '#app-context/use-pin-refusal-message.ts'
import { toInstant } from '#domain/calendar/east-africa.ts'
import type { Approval } from '#domain/permissions/operator-rights.ts'
import { PIN_LENGTH } from '#domain/pin/pin-rule.ts'
import { errorMessage } from '#i18n/error-messages.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import type { DeviceUser } from '#session/device-users.ts'
import { usePorts } from '#ui/ports.ts'
import { Sheet } from '#ui/sheet/sheet.tsx'
import { useAction } from '#ui/use-action.ts'
import { approvingOwners } from './approving-owners.ts'

type Props = { readonly onApproved: (approval: Approval) => void; readonly onClose: () => void }

/** Asks an owner of the company for the PIN, where the operator may not do something alone. Needs no connection. */
export function ApprovalSheet({ onApproved, onClose }: Props) {
  const { t } = useLingui()
  const { people, account } = useAppContext()
  /** `undefined` until the users of this phone are read. */
  const [owners, setOwners] = useState<readonly DeviceUser[]>()
  const { companyId } = account
  useEffect(() => {
    let unmounted = false
    void people().then(
      (known) => unmounted || setOwners(approvingOwners(known, companyId)),
      () => unmounted || setOwners([]),
    )
    return () => {
      unmounted = true
    }
  }, [people, companyId])
  return (
    <Sheet title={t`The owner must approve this`} opened onClose={onClose} height="auto">
      {owners === undefined ? (
        <div aria-busy="true" />
      ) : owners.length === 0 ? (
        <p className="notice" role="status">
          {t`No owner has a PIN on this phone. Ask the owner to log in on this phone once and to set a PIN, or to do this on their own phone.`}
        </p>
      ) : (
        <PinForm owners={owners} onApproved={onApproved} />
      )}
    </Sheet>
  )
}

type FormProps = { readonly owners: readonly DeviceUser[]; readonly onApproved: Props['onApproved'] }

function PinForm({ owners, onApproved }: FormProps) {
  const { t } = useLingui()
  const translate = useTranslate()
  const refusalMessage = usePinRefusalMessage()
  const { clock } = usePorts()
  const { approve, clockOffsetMs } = useAppContext()
  const [owner, setOwner] = useState(owners[0]?.id ?? '')
  const [pin, setPin] = useState('')
  const [error, setError] = useState<string>()
  const [busy, run] = useAction()
  const submit = async () => {
    const outcome = await approve(owner, pin)
    if (outcome.kind === 'approved') {
      onApproved({ userId: outcome.userId, at: toInstant(clock.now() + clockOffsetMs) })
      return
    }
    setPin('')
    if (outcome.kind === 'not-stored') setError(translate(errorMessage(outcome.code)))
    else if (outcome.code === 'PIN_ENDED') {
      setError(
        t`The PIN of this owner was removed from this phone. The owner can set a new one after logging in here.`,
      )
    } else setError(refusalMessage(outcome))
  }
  return (
    <form
      className="stack"
      noValidate
      onSubmit={(event: SyntheticEvent) => {
        event.preventDefault()
        // The form of a refund may contain this sheet: only this form is submitted.
        event.stopPropagation()
        void run(submit)
      }}
    >
      <p className="dim">
        {t`You may not do this without the owner. The owner enters the PIN here, also without internet.`}
      </p>
      {owners.length > 1 ? (
        <NativeSelect
          label={t`Owner`}
          value={owner}
          onChange={(event) => setOwner(event.currentTarget.value)}
          data={owners.map(({ id, name }) => ({ value: id, label: name }))}
        />
      ) : null}
      <TextInput
        type="password"
        label={owners.length > 1 ? t`PIN of the owner` : `${t`PIN of the owner`}: ${owners[0]?.name ?? ''}`}
        value={pin}
        onChange={(event) => {
          setPin(event.currentTarget.value.replaceAll(/\D/g, ''))
          setError(undefined)
        }}
        error={error}
        inputMode="numeric"
        autoComplete="off"
        maxLength={PIN_LENGTH.max}
        data-autofocus
      />
      <Button type="submit" loading={busy} disabled={pin.length < PIN_LENGTH.min}>
        {t`Approve`}
      </Button>
    </form>
  )
}
