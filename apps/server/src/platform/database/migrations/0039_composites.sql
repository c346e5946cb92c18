CREATE TABLE "composites" (
	"id" text NOT NULL,
	"project_id" text NOT NULL,
	"recipe" jsonb NOT NULL,
	"grid" jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "composites_project_id_id_pk" PRIMARY KEY("project_id","id")
);
--> statement-breakpoint
ALTER TABLE "composites" ADD CONSTRAINT "composites_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE cascade ON UPDATE no action;