import { useLingui } from '@lingui/react/macro'
import type { SetupStepName } from '#domain/setup/setup-steps.ts'
import type { UserType } from '#domain/users/user.ts'

/** A step in words: its name, what it is about, and what the way to its screen is called. */
type StepWords = { readonly title: string; readonly text: string; readonly action: string }

/** Gives the words of a step, for an administrator about companies, for a shop about the own one. */
export function useStepWords(): (name: SetupStepName, userType: UserType) => StepWords {
  const { t } = useLingui()
  const words: Readonly<Record<SetupStepName, StepWords>> = {
    organization: {
      title: t`Create an organization`,
      text: t`It says who the companies belong to, and how to reach that person.`,
      action: t`Open organizations`,
    },
    company: {
      title: t`Create a company`,
      text: t`You need its TIN, its address, and the serial number and certificate file from TRA.`,
      action: t`Open companies`,
    },
    certificate: {
      title: t`Upload the certificate`,
      text: t`TRA gives a file (PFX) and its password. Receipts are signed with it.`,
      action: t`Open the certificate`,
    },
    registration: {
      title: t`Register with TRA`,
      text: t`One tap on the page of the company. From then on TRA accepts its receipts.`,
      action: t`Open the registration`,
    },
    owner: {
      title: t`Create the owner's account`,
      text: t`The owner gets a first password by email and chooses a new one at the first login.`,
      action: t`Open users`,
    },
    operator: {
      title: t`Add the people who sell`,
      text: t`Each gets an account, so that every receipt says who wrote it. Keep your own password to yourself.`,
      action: t`Open operators`,
    },
    product: {
      title: t`Add a product or service`,
      text: t`Its name, price and tax type. More can be added while you sell.`,
      action: t`Open products`,
    },
    receipt: {
      title: t`Issue the first receipt`,
      text: t`Make a sale. TRA accepts the receipt, and it can be printed or sent to the customer.`,
      action: t`Make a sale`,
    },
  }
  const byOthers: Partial<Record<SetupStepName, string>> = {
    receipt: t`The people of the company make their first sale. The page of the company shows it.`,
  }
  const byOwner = t`The owner uploads the certificate and registers the company with TRA.`
  return (name, userType) => {
    const isAdministrator = userType === 'platform_admin' || userType === 'organization_admin'
    if (isAdministrator) return { ...words[name], text: byOthers[name] ?? words[name].text }
    if (userType === 'operator' && name === 'registration') return { ...words[name], text: byOwner }
    return words[name]
  }
}
