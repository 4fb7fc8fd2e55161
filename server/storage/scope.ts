/**
 * What the caller may see, derived once from the token. Every storage function on tenant data takes a scope first
 * and puts it into its query, so that a foreign id and an unknown id are the same to it.
 */
export type CompanyScope = { readonly companyId: string }

/** One device identity of a company at the authority. */
export type IdentityScope = CompanyScope & { readonly id: string }

/**
 * What an administrator looks after (spec §6): every organization, one organization with its companies, or one
 * company. Storage functions of administration put it into their query.
 */
export type AdministrationScope =
  | { readonly everything: true }
  | { readonly organizationId: string }
  | CompanyScope
