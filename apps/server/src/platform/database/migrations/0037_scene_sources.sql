CREATE TABLE "scene_sources" (
	"id" text PRIMARY KEY NOT NULL,
	"project_id" text NOT NULL,
	"name" text NOT NULL,
	"address" text NOT NULL,
	"signing_address" text,
	"user_id" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "scene_sources_once" UNIQUE("project_id","address")
);
--> statement-breakpoint
ALTER TABLE "scene_sources" ADD CONSTRAINT "scene_sources_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "scene_sources" ADD CONSTRAINT "scene_sources_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "scene_sources_project" ON "scene_sources" USING btree ("project_id");