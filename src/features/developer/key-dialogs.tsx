import { useLingui } from '@lingui/react/macro'
import { NativeSelect } from '@mantine/core'
import { useState } from 'react'
import { OVERLAP_HOURS } from '#domain/api-keys/api-key.ts'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'

export type OverlapHours = (typeof OVERLAP_HOURS)[number]

type Props = { readonly opened: boolean; readonly busy: boolean; readonly onClose: () => void }

/** Asks how long the old key still works before a key is replaced: a leaked one must stop at once. */
export function ReplaceKeyDialog(
  props: Props & { readonly onReplace: (overlapHours: OverlapHours) => void },
) {
  const { t } = useLingui()
  const [hours, setHours] = useState<OverlapHours>(24)
  const names: Readonly<Record<OverlapHours, string>> = {
    0: t`It stops now`,
    1: t`1 hour more`,
    24: t`24 hours more`,
    168: t`7 days more`,
  }
  return (
    <ConfirmDialog
      opened={props.opened}
      title={t`Replace this key?`}
      busy={props.busy}
      confirmLabel={t`Replace the key`}
      destructive={hours === 0}
      onConfirm={() => props.onReplace(hours)}
      onClose={props.onClose}
    >
      <p>{t`You get a new key with the same rights. It knows the references of the old one, so no order is invoiced twice.`}</p>
      <NativeSelect
        label={t`How long the old key still works`}
        description={
          hours === 0
            ? t`Right when others may know the key. Your program stops until it has the new one.`
            : t`Time to change your program. Choose that it stops now when others may know the key.`
        }
        value={String(hours)}
        onChange={({ currentTarget: { value } }) =>
          setHours(OVERLAP_HOURS.find((known) => String(known) === value) ?? 24)
        }
        data={OVERLAP_HOURS.map((value) => ({ value: String(value), label: names[value] }))}
      />
    </ConfirmDialog>
  )
}

/** Asks before a key is revoked, and says what another key does not know. */
export function RevokeKeyDialog(props: Props & { readonly onRevoke: () => void }) {
  const { t } = useLingui()
  return (
    <ConfirmDialog
      opened={props.opened}
      title={t`Revoke this key?`}
      busy={props.busy}
      confirmLabel={t`Revoke the key`}
      destructive
      onConfirm={props.onRevoke}
      onClose={props.onClose}
    >
      <p>{t`The program that uses it stops working at once. This cannot be undone.`}</p>
      <p>{t`Another key does not know the references of this one: an order that is sent again with it gets a second receipt. If the program goes on, replace the key instead.`}</p>
    </ConfirmDialog>
  )
}
