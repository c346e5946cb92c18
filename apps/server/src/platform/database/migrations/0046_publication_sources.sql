ALTER TABLE "templates" ADD COLUMN "map_id" text;--> statement-breakpoint
ALTER TABLE "templates" ADD COLUMN "notebook_id" text;--> statement-breakpoint
ALTER TABLE "templates" ADD COLUMN "workflow_id" text;--> statement-breakpoint
ALTER TABLE "templates" ADD CONSTRAINT "templates_map_id_maps_id_fk" FOREIGN KEY ("map_id") REFERENCES "public"."maps"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "templates" ADD CONSTRAINT "templates_notebook_id_notebooks_id_fk" FOREIGN KEY ("notebook_id") REFERENCES "public"."notebooks"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "templates" ADD CONSTRAINT "templates_workflow_id_workflows_id_fk" FOREIGN KEY ("workflow_id") REFERENCES "public"."workflows"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "templates_map" ON "templates" USING btree ("map_id");--> statement-breakpoint
CREATE INDEX "templates_notebook" ON "templates" USING btree ("notebook_id");--> statement-breakpoint
CREATE INDEX "templates_workflow" ON "templates" USING btree ("workflow_id");