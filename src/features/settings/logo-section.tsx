import { useLingui } from '@lingui/react/macro'
import { Button, FileButton } from '@mantine/core'
import { useAppContext } from '#app-context/app-context.ts'
import { useCan } from '#app-context/use-can.ts'
import { useFailureToast } from '#app-context/use-failure-toast.ts'
import { LogoPicture } from '#blocks/receipt/logo-picture.tsx'
import type { Logo } from '#domain/receipts/logo.ts'
import { Icon } from '#ui/icon.tsx'
import { useToasts } from '#ui/toast/toast-store.ts'
import { useAction } from '#ui/use-action.ts'
import { useOnline } from '#ui/use-online.ts'
import { readLogo } from './read-logo.ts'
import { Section } from './section.tsx'
import classes from './settings.module.css'

/** The seller's logo on the receipts of every phone of the company. The owner chooses it. */
export function LogoSection() {
  const { t } = useLingui()
  const { company } = useAppContext()
  const can = useCan()
  if (company === null) return null
  const mayChoose = can('company.choose-logo', { companyId: company.id })
  return (
    <Section id="logo" icon="receipt" title={t`Logo on receipts`}>
      {company.logo ? (
        <div className={classes.logo}>
          <LogoPicture logo={company.logo} />
        </div>
      ) : null}
      {mayChoose ? (
        <LogoButtons logo={company.logo ?? null} />
      ) : (
        <p className="dim small">{t`The owner of the company chooses the logo. It is on the receipts of all phones.`}</p>
      )}
    </Section>
  )
}

function LogoButtons({ logo }: { logo: Logo | null }) {
  const { t } = useLingui()
  const toast = useToasts((state) => state.show)
  const showFailure = useFailureToast()
  const { call, sendNow } = useAppContext()
  const online = useOnline()
  const [busy, run] = useAction()
  const choose = async (chosen: Logo | null, undo: Logo | null) => {
    const outcome = await run(async () => {
      const response = await call('company.choose-logo', { logo: chosen })
      // This phone gets the logo like the others: by the next synchronisation.
      if (response.kind === 'answered') await sendNow().catch(() => undefined)
      return response
    })
    if (!outcome) return
    if (outcome.kind !== 'answered') {
      showFailure(outcome)
      return
    }
    toast({
      tone: 'good',
      text: chosen ? t`The logo is on the receipts of all phones` : t`The logo is removed`,
      ...(chosen === null && undo !== null
        ? { action: { label: t`Undo`, run: () => void choose(undo, null) } }
        : {}),
    })
  }
  const take = async (file: File | null) => {
    if (!file) return
    const read = await readLogo(file)
    if (read) await choose(read, logo)
    else
      toast({
        tone: 'bad',
        text: t`This picture cannot be printed. Choose a dark one on a white background, at most 5MB`,
      })
  }
  return (
    <>
      <p className="dim small">
        {online
          ? t`A dark picture on a white background. It is printed on receipts from all phones.`
          : t`You are offline. Connect to choose the logo.`}
      </p>
      <div className="actions">
        <FileButton onChange={(file) => void take(file)} accept="image/png,image/jpeg">
          {(props) => (
            <Button
              {...props}
              variant="default"
              disabled={!online}
              loading={busy}
              leftSection={<Icon name="plus" size={18} />}
            >
              {logo ? t`Another logo` : t`Add your logo`}
            </Button>
          )}
        </FileButton>
        {logo ? (
          <Button
            variant="subtle"
            disabled={!online || busy}
            leftSection={<Icon name="trash" size={18} />}
            onClick={() => void choose(null, logo)}
          >
            {t`Remove the logo`}
          </Button>
        ) : null}
      </div>
    </>
  )
}
