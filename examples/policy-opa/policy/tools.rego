# What the agent may do through its tools. Two documents: `decision` counts, `advice` is on trial. Neither has a default: where
# no rule holds, the document is undefined, and nothing was decided.
package agent.tools

decision := {"effect": "allow", "rule": "deploy-keys.own-repositories"} if {
	input.tool == "add_deploy_key"
	input.owner == "acme"
	not needs_ticket
}

decision := {"effect": "deny", "rule": "deploy-keys.no-other-organization"} if {
	input.tool == "add_deploy_key"
	input.owner != "acme"
}

decision := {"effect": "allow", "rule": "deploy-keys.payments-by-ticket"} if {
	needs_ticket
	startswith(input.ticket, "OPS-")
}

needs_ticket if {
	input.owner == "acme"
	input.repo == "payments"
}

advice := {"effect": "deny", "rule": "deploy-keys.read-only"} if {
	input.tool == "add_deploy_key"
	not input.read_only
}
