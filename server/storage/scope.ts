/**
 * What the caller may see, derived once from the token. Every storage function on tenant data takes a scope first
 * and puts it into its query, so that a foreign id and an unknown id are the same to it.
 */
export type CompanyScope = { readonly companyId: string }
