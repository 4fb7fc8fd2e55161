import { useLingui } from '@lingui/react/macro'
import { TextInput } from '@mantine/core'
import { type StoreApi, useStore } from 'zustand'
import type { Editor } from './editor-store.ts'

/** The reference under which the buyer or the shop finds the sale again. */
export function ExtrasSection({ store }: { store: StoreApi<Editor> }) {
  const { t } = useLingui()
  const reference = useStore(store, (state) => state.content.reference)
  return (
    <TextInput
      label={t`Reference number`}
      description={t`Optional: an order number or anything you want to find it by`}
      value={reference}
      maxLength={100}
      onChange={(event) => {
        const text = event.currentTarget.value
        store.getState().change((content) => ({ ...content, reference: text }))
      }}
      autoComplete="off"
    />
  )
}
