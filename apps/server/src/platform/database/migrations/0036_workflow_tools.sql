ALTER TABLE "project_tools" DROP CONSTRAINT "project_tools_one_source";--> statement-breakpoint
ALTER TABLE "project_tools" ADD COLUMN "workflow_id" text;--> statement-breakpoint
ALTER TABLE "project_tools" ADD CONSTRAINT "project_tools_workflow_id_workflows_id_fk" FOREIGN KEY ("workflow_id") REFERENCES "public"."workflows"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "project_tools" ADD CONSTRAINT "project_tools_one_source" CHECK (num_nonnulls("project_tools"."notebook_id", "project_tools"."database_id", "project_tools"."workflow_id") = 1);